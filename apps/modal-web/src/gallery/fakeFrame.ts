import { makePageFrame, type PageFrameParts } from "../binding/frameHost.ts"
import type { PageFrame } from "../binding/PageFrame.ts"

const page = `<!doctype html><meta name="color-scheme" content="light dark"><title>Wallet</title>
<p>The embedded wallet's own page asks here.</p><button>Approve</button>`

/** The frame as a page has it, with something in it to look at. It says nothing. */
export const fakeFrame = async (parts: PageFrameParts): Promise<PageFrame> => {
  const frame = makePageFrame(parts)
  await frame.mount({
    url: `data:text/html,${encodeURIComponent(page)}`,
    origin: "https://secure.example",
  })
  return frame
}
