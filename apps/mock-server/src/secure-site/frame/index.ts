export type { FrameStorage } from "./answers/FrameStorage.ts"
export type { Approve, Asker, Question, QuestionLine } from "./answers/Question.ts"
export { type NodeFrameOptions, openFrameInNode } from "./node/openFrameInNode.ts"
