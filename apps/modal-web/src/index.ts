export * from "@wmodal/protocol/networks"
export * from "./cdn.ts"
