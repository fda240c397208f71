import { render } from "ink-testing-library"
import { describe, expect, it, vi } from "vitest"
import { TextPrompt } from "./TextPrompt.tsx"

const ask = () => {
  const onAnswer = vi.fn()
  const screen = render(
    <TextPrompt
      isReady
      label="To:"
      refusal={() => null}
      onAnswer={onAnswer}
      onLeave={() => {}}
      onInterrupt={() => {}}
    />,
  )
  return { ...screen, onAnswer }
}

describe("TextPrompt", () => {
  it("keeps what joins emoji in a pasted name, without which it is another name, and draws it", async () => {
    const { lastFrame, onAnswer, stdin } = ask()
    stdin.write("\u{1F468}\u200D\u{1F3A4}.eth")
    await vi.waitFor(() => expect(lastFrame()).toContain("\u{1F468}[U+200D]\u{1F3A4}.eth"))
    stdin.write("\r")
    expect(onAnswer.mock.calls).toEqual([["\u{1F468}\u200D\u{1F3A4}.eth"]])
  })

  it("drops other characters that cannot be seen", () => {
    const { onAnswer, stdin } = ask()
    stdin.write("a\u200Bl\u200Dice\u202E.eth\u0007\r")
    expect(onAnswer.mock.calls).toEqual([["alice.eth"]])
  })
})
