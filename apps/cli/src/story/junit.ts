import type { Story, StoryStep } from "@wmodal/mock-server"
import { describeStep } from "./describeStep.ts"
import type { StoryFailed } from "./StoryFailed.ts"

/** Formats a JUnit report with a case for each step. It has no times, so the same story gives the same bytes. */
export const formatJunit = (story: Story, failed: StoryFailed | null): string => {
  const cases = story.steps.map((step, index) => formatTestCase(story, step, index + 1, failed))
  const played = failed?.step ?? story.steps.length
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escapeXml(story.title)}" tests="${story.steps.length}" failures="${failed === null ? 0 : 1}" errors="0" skipped="${story.steps.length - played}">`,
    ...cases,
    "</testsuite>",
    "",
  ].join("\n")
}

const formatTestCase = (
  story: Story,
  step: StoryStep,
  number: number,
  failed: StoryFailed | null,
): string => {
  const name = `  <testcase classname="${escapeXml(story.title)}" name="${number} ${escapeXml(describeStep(step))}"`
  if (failed === null || number < failed.step) return `${name}/>`
  const inside =
    number === failed.step
      ? `    <failure message="${escapeXml(failed.message)}">${escapeXml(failed.trace.join("\n"))}</failure>`
      : "    <skipped/>"
  return `${name}>\n${inside}\n  </testcase>`
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Escapes text for XML. Removes characters that XML cannot contain. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"]/g, (character) => entities[character] ?? "")
