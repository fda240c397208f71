export * from "./events.ts"
export * from "./methodPolicy.ts"
