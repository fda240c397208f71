import type { PageFrame } from "./PageFrame.ts"

export const makePageFrame = (): PageFrame => ({
  mount: () => Promise.reject(new Error("No frame here")),
  show: () => () => {},
  remove: () => {},
})
