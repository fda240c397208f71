export * from "./NodeFetch.ts"
