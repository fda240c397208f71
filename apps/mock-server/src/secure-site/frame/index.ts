export { type NodeFrameOptions, openFrameInNode } from "./node/openFrameInNode.ts"
export type { ApprovalLine, ApprovalPrompt, ApprovalRequester, Approve } from "./wallet/ApprovalPrompt.ts"
export type { FrameStorage } from "./wallet/FrameStorage.ts"
