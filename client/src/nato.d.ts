declare module "nato-symbols" {
  interface Stroke { d?: string; fill?: boolean; stroke?: boolean; text?: string; x?: number; y?: number; size?: number }
  const table: Record<string, Stroke[]>;
  export default table;
}
