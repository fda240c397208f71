export * from "./SiwxMessage.ts"
