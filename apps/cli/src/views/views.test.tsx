import type { RequestInWords } from "@wmodal/chains/dev"
import { cleanup, render } from "ink-testing-library"
import type { ReactElement } from "react"
import { afterEach, describe, expect, it, vi } from "vitest"
import { checkList } from "./CheckList.tsx"
import { draw } from "./draw.tsx"
import { networkList } from "./NetworkList.tsx"
import { Password } from "./Password.tsx"
import { Question, Request } from "./Review.tsx"
import { result } from "./result.tsx"

afterEach(cleanup)

const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const request: RequestInWords = {
  title: "Sign a message",
  origin: "wmodal in this terminal",
  lines: [
    { label: "Message", text: "I agree\nto everything" },
    { label: "Account", text: address },
    { label: "Network", text: "Ethereum (1)" },
  ],
}

const escape = String.fromCharCode(27)
const plain = (text: string) => text.replaceAll(new RegExp(`${escape}\\[[0-9;]*m`, "g"), "")
const widest = (text: string) =>
  Math.max(
    ...plain(text)
      .split("\n")
      .map((line) => line.length),
  )

describe.each([80, 40, 20])("in %i columns", (columns) => {
  const drawn: readonly (readonly [string, ReactElement])[] = [
    ["a request", <Request key="r" request={request} columns={columns} />],
    ["a result", result("Connected", [{ label: "Account", text: address }])(columns)],
    [
      "the networks",
      networkList([
        {
          network: "eip155:1313161555",
          name: "Aurora Testnet of a long name",
          symbol: "ETH",
          testnet: true,
          added: true,
          selected: true,
        },
      ])(columns),
    ],
    [
      "the checks",
      checkList([{ name: "network", status: "failed", about: "network", detail: "x".repeat(60), ms: 5 }])(
        columns,
      ),
    ],
  ]

  it.each(drawn)("%s stays within them", (_what, element) => {
    expect(widest(draw(element, columns))).toBeLessThanOrEqual(columns)
  })

  it("an address is whole", () => {
    const text = plain(draw(<Request request={request} columns={columns} />, columns))
    expect(text.replaceAll(/[\s│]/g, "")).toContain(address)
  })
})

describe("Request", () => {
  it("says who asks, what and where, in groups of four", () => {
    const text = plain(draw(<Request request={request} columns={80} />, 80))
    expect(text).toContain("wmodal in this terminal")
    expect(text).toContain("I agree")
    expect(text).toContain("0x f39F d6e5 1aad 88F6 F4ce 6aB8 8272 79cf fFb9 2266")
  })
})

describe("Question", () => {
  const ask = () => {
    const onAnswer = vi.fn()
    const onInterrupt = vi.fn()
    const screen = render(<Question answer={null} onAnswer={onAnswer} onInterrupt={onInterrupt} />)
    return { ...screen, onAnswer, onInterrupt }
  }

  it("has Decline in focus", () => {
    expect(plain(ask().lastFrame() ?? "")).toContain("› Decline")
  })

  it.each([
    ["y", "approve"],
    ["Y", "approve"],
    ["n", "decline"],
    ["\r", "decline"],
  ])("answers %j with %s", (key, answer) => {
    const { onAnswer, stdin } = ask()
    stdin.write(key)
    expect(onAnswer.mock.calls).toEqual([[answer]])
  })

  it.each(["\t", `${escape}[C`, `${escape}[D`, `${escape}[A`, `${escape}[B`])(
    "moves with %j, and Enter takes what is in focus",
    (key) => {
      const { onAnswer, stdin } = ask()
      stdin.write(key)
      stdin.write("\r")
      expect(onAnswer.mock.calls).toEqual([["approve"]])
    },
  )

  it("approves nothing by any other key", () => {
    const { onAnswer, stdin } = ask()
    for (const key of ["a", " ", "1", "\u0004"]) stdin.write(key)
    expect(onAnswer).not.toHaveBeenCalled()
  })

  it("hands Ctrl-C on", () => {
    const { onAnswer, onInterrupt, stdin } = ask()
    stdin.write("\u0003")
    expect(onInterrupt).toHaveBeenCalledOnce()
    expect(onAnswer).not.toHaveBeenCalled()
  })

  it.each([
    ["approve", "Approved"],
    ["decline", "Declined"],
  ] as const)("leaves %s on the screen", (answer, says) => {
    const { lastFrame } = render(<Question answer={answer} onAnswer={() => {}} onInterrupt={() => {}} />)
    expect(lastFrame()).toContain(says)
  })
})

describe("Password", () => {
  const ask = () => {
    const onAnswer = vi.fn()
    const onInterrupt = vi.fn()
    const screen = render(
      <Password label="Password of k.json" onAnswer={onAnswer} onInterrupt={onInterrupt} />,
    )
    return { ...screen, onAnswer, onInterrupt }
  }

  it("takes what is typed and shows none of it", () => {
    const { frames, onAnswer, stdin } = ask()
    for (const key of ["h", "u", "x", "\u007f", "n", "ter2"]) stdin.write(key)
    stdin.write("\r")
    expect(onAnswer.mock.calls).toEqual([["hunter2"]])
    expect(frames.join("")).not.toContain("hunter2")
    expect(new Set(frames).size).toBe(1)
  })

  it("takes a paste with its line break", () => {
    const { onAnswer, stdin } = ask()
    stdin.write("pasted words\n")
    expect(onAnswer.mock.calls).toEqual([["pasted words"]])
  })

  it("starts anew after Ctrl-U and hands Ctrl-C on", () => {
    const { onAnswer, onInterrupt, stdin } = ask()
    for (const key of ["wrong", "\u0015", "right", "\r", "\u0003"]) stdin.write(key)
    expect(onAnswer.mock.calls).toEqual([["right"]])
    expect(onInterrupt).toHaveBeenCalledOnce()
  })
})
