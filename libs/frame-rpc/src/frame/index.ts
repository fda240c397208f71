export * from "./FrameSide.ts"
