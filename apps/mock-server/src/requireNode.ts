import { requireNode } from "@wmodal/api/node/version"

// The first import of the entry: an older Node, which cannot load the rest, fails with this message.
requireNode("@wmodal/mock-server")
