import "./requireNode.ts"

export * from "./NodeFetch.ts"
