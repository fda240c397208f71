/**
 * The approval window: shows the request and its origin. Closing it declines; leaving it open keeps the request
 * pending.
 */
import { PromptMessage } from "./wire.ts"

/** A worker without messages is ended after 30 s, together with its pending prompt. */
const keepAwakeMs = 20_000

const getElement = (id: string): HTMLElement => {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`No #${id} in the approval window`)
  return found
}

const makeTextElement = (tag: "dt" | "dd", text: string): HTMLElement => {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

const port = chrome.runtime.connect({ name: `approve:${location.hash.slice(1)}` })
const keepAliveTimer = setInterval(() => port.postMessage({ thinking: true }), keepAwakeMs)

const buttons = document.querySelectorAll("button")

const respond = (word: "approve" | "decline") => {
  clearInterval(keepAliveTimer)
  port.postMessage({ answer: word })
}

port.onMessage.addListener((message) => {
  const question = PromptMessage.safeParse(message)
  if (!question.success) return
  getElement("origin").textContent = question.data.origin
  getElement("title").textContent = question.data.title
  getElement("lines").replaceChildren(
    ...question.data.lines.flatMap(({ label, text }) => [
      makeTextElement("dt", label),
      makeTextElement("dd", text),
    ]),
  )
  // Enabled only with a listener and a prompt, so that no press is lost.
  for (const button of buttons) button.disabled = false
})
// The worker closes the port after the response, or when it no longer needs one.
port.onDisconnect.addListener(() => window.close())

getElement("approve").addEventListener("click", () => respond("approve"))
getElement("decline").addEventListener("click", () => respond("decline"))
