import { requireNode } from "./version.ts"

// The first import of the entry: on an older Node undici fails with an unclear message.
requireNode("@wmodal/api/node")
