"""What a page asks at a table, and the answers."""

from __future__ import annotations

import logging
from typing import Annotated

import msgspec

from grognard.kernel.errors import BadInput, GameFault, GrognardError, Refused
from grognard.kernel.rules.actions import PUBLIC
from grognard.server import intake, present
from grognard.server import protocol as p
from grognard.server.journal import Unsaved
from grognard.server.lobby import Lobby
from grognard.server.pages import Page
from grognard.server.room import Room, Stale
from grognard.server.summary import summary

log = logging.getLogger("grognard.server")


MOST_WANTED = 60
"""Battles of a plan, and units in each of them."""


class Envelope(msgspec.Struct):
    """What every question has."""

    id: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
    op: str = ""


ENVELOPE = msgspec.json.Decoder(Envelope)
QUESTION: msgspec.json.Decoder[p.Question] = msgspec.json.Decoder(p.Question)


def refusal(error: GrognardError) -> p.Refusal:
    """An error as the page is told it."""
    kind = msgspec.convert(error.kind, p.RefusalKind)
    return p.Refusal(kind, str(error), tuple(error.reasons) if isinstance(error, Refused) else ())


async def serve_message(lobby: Lobby, room: Room, page: Page, text: str) -> None:
    """Answer one message of a page; what changed is pushed to all pages first, so that they are never behind."""
    number: int | None = None
    reply: p.Answered | p.NotDone
    try:
        if len(text) > intake.MOST_MESSAGE:
            raise BadInput("The message is too long.")
        envelope = intake.decode(text, ENVELOPE, "message")
        number = envelope.id
        if envelope.op not in p.ANSWERS:
            raise BadInput(f"There is no message “{envelope.op[:40]}”.")
        question = intake.decode(text, QUESTION, f"message “{envelope.op}”")
        room.allow(envelope.op)
        ok = await do(lobby, room, page, question)
        if isinstance(ok, (p.Nothing, p.Several)):
            room.push_all()
            room.wake_bots()
        reply = p.Answered(number, ok)
    except GrognardError as error:
        reply = p.NotDone(number, refusal(error))
        if isinstance(error, Stale) and not room.spoiled:
            room.push(page)
        elif isinstance(error, (GameFault, Unsaved)):
            log.error("%s", error, exc_info=error.__cause__)
    except Exception as error:
        log.exception("The server failed on a message")
        words = f"{room.game.title} failed inside ({type(error).__name__}: {error}); the game is as it was before."
        reply = p.NotDone(number, p.Refusal("fault", words))
    page.send(present.encode(reply))
    if room.spoiled:
        lobby.drop(room)
    else:
        room.settle_undo()


async def do(lobby: Lobby, room: Room, page: Page, question: p.Question) -> p.Ok:
    """Do what is asked; `Nothing` is the answer where the table may have changed."""
    table, asked, seat, eyes = room.table, room.asked(page), room.chair(page), room.eyes(page)
    match question:
        case p.Play(action=action, rev=rev):
            room.play(page, action, rev)
        case p.PlaySeveral(actions=actions, rev=rev):
            return room.play_several(page, actions, rev)
        case p.TakeBack(rev=rev, times=times):
            await room.know_undo()
            room.undo(page, rev, times)
        case p.Redo(rev=rev):
            room.redo(page, rev)
        case p.Drop(index=index, rev=rev):
            room.drop(page, index, rev)
        case p.GiveOrder(order=order, on=on):
            room.order(page, order, on)
        case p.LessonTo(at=at):
            room.lesson_to(page, at)
        case p.Choices(prefix=prefix):
            decision = asked.decision(seat, prefix) if seat in table.seats else None
            prompt = decision.slots[0].prompt if decision is not None and decision.slots else ""
            duties = decision.duties if decision is not None else ()
            return p.Next(present.choices(asked, seat, prefix), prompt, duties)
        case p.Why(action=action):
            return p.Reasons(tuple(asked.why_not(action, seat)))
        case p.AskToward(place=place):
            return p.Toward(tuple(action.text for action in asked.toward(place, seat)))
        case p.AskPlan(wanted=wanted, propose=propose):
            if len(wanted) > MOST_WANTED or any(len(want.attackers) > MOST_WANTED for want in wanted):
                raise BadInput(f"A plan has at most {MOST_WANTED} battles, and as many units in each.")
            return p.Planned(asked.plan(seat, wanted, propose) if seat in table.seats else None)
        case p.AskPage(name=name):
            return room.game.page(table.view(eyes), name, eyes)
        case p.LookAt(action=action, before=before):
            try:
                if before and len(before) <= 60:
                    return p.Look(asked.preview(action, seat), asked.together(action, before, seat))
                return p.Look(asked.preview(action, seat), asked.odds(action, seat), asked.wastes(action, seat))
            except (Refused, BadInput):
                return p.Look(None, None)
        case p.AskReach(prefix=prefix):
            return present.reach(asked, seat, prefix)
        case p.ShowOverlay(name=name, about=about):
            return room.game.overlay(table.view(eyes), name, about)
        case p.AskHint():
            return await room.opponents.hint(page)
        case p.AskSummary():
            return summary(table, eyes, room.chronicle)
        case p.AskNotes():
            return p.Notes(lobby.store.notes(room.row.id, eyes))
        case p.PutNote(place=place, text=words):
            return room.note(eyes, place, words)
        case p.AskLuck():
            everybody = table.practice or table.over or not room.people
            return present.luck(table, PUBLIC if everybody else eyes)
        case p.At(n=n, seat=through):
            return room.at(page, n, through or eyes)
        case p.AskSince():
            return room.since(eyes, seat)
        case p.Branch(n=step, seat=through):
            return p.Made(lobby.adopt(room.branch(step, through or eyes)).row.id)
        case p.GoOn():
            return p.Made(await lobby.go_on(room))
    return p.Nothing()
