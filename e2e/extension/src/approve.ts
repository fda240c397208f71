/** The wallet's own window: says what is asked, and by whom. Closing it declines; leaving it open never answers. */
import { Question } from "./wire.ts"

/** A worker without messages is ended after 30 s, and what it was asked with it. */
const keepAwakeMs = 20_000

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`No #${id} in the approval window`)
  return found
}

const worded = (tag: "dt" | "dd", text: string): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

const port = chrome.runtime.connect({ name: `approve:${location.hash.slice(1)}` })
const thinking = setInterval(() => port.postMessage({ thinking: true }), keepAwakeMs)

const buttons = document.querySelectorAll("button")

const answer = (word: "approve" | "decline") => {
  clearInterval(thinking)
  port.postMessage({ answer: word })
}

port.onMessage.addListener((message) => {
  const question = Question.safeParse(message)
  if (!question.success) return
  element("origin").textContent = question.data.origin
  element("title").textContent = question.data.title
  element("lines").replaceChildren(
    ...question.data.lines.flatMap(({ label, text }) => [worded("dt", label), worded("dd", text)]),
  )
  // Not before somebody listens, and something is asked: a press would be lost.
  for (const button of buttons) button.disabled = false
})
// The worker closes the port once it has the answer, or no longer needs one.
port.onDisconnect.addListener(() => window.close())

element("approve").addEventListener("click", () => answer("approve"))
element("decline").addEventListener("click", () => answer("decline"))
