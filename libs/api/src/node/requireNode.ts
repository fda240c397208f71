import { requireNode } from "./version.ts"

// The first import of the entry: undici fails on an older Node with words of its own.
requireNode("@wmodal/api/node")
