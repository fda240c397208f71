import { sanitizeLine, sanitizeText } from "@wmodal/chains"
import type { ApprovalPrompt } from "./ApprovalPrompt.ts"

/** Maximum number of lines in a prompt: twice what the site's review has at most, as the request has lines of its own. */
const maxPromptLines = 3_000
const maxPromptTextLength = 110_000

/** Returns why a description cannot be shown whole, with the number and the bound; `null` if it can. */
export const findPromptProblem = ({ lines }: Pick<ApprovalPrompt, "lines">): string | null => {
  const longest = Math.max(0, ...lines.map(({ text }) => text.length))
  if (lines.length > maxPromptLines)
    return `The request has ${lines.length} lines, and at most ${maxPromptLines} can be shown.`
  return longest > maxPromptTextLength
    ? `The request has a text of ${longest} characters, and at most ${maxPromptTextLength} can be shown.`
    : null
}

/** Returns the prompt for a description of the server, with texts that are safe to display. */
export const toApprovalPrompt = ({ acts, lines, title, ...asked }: ApprovalPrompt): ApprovalPrompt => ({
  ...asked,
  title: sanitizeLine(title, 200),
  lines: lines.map(({ label, text }) => ({
    label: sanitizeLine(label, 80),
    text: sanitizeText(text, maxPromptTextLength),
  })),
  acts: acts.map(({ check, text, title }) => ({
    title: sanitizeLine(title, 80),
    text: sanitizeText(text, 1000),
    check: sanitizeLine(check, 300),
  })),
})
