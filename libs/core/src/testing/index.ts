export * from "./engineOver.ts"
export * from "./reach.ts"
