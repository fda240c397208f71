export * from "./FrameBridge.ts"
export * from "./FrameError.ts"
export * from "./FrameHost.ts"
