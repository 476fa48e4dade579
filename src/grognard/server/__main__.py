from grognard.server.main import main

main()
