import { getPageFrame, type PageFrameParts } from "../binding/frameHost.ts"
import type { PageFrame } from "../binding/PageFrame.ts"

/** Creates a frame with static content that sends no messages. */
export const fakeFrame = async (parts: PageFrameParts): Promise<PageFrame> => {
  const frame = getPageFrame(parts)
  await frame.mount({ url: new URL("frame.html", location.href).href, origin: "https://secure.example" })
  return frame
}
