import { requireNode } from "@wmodal/api/node/version"

// The first import of the entry: what an older Node cannot load fails with words of its own.
requireNode("@wmodal/mock-server")
