import { describe, expect, it } from "vitest"
import { parse } from "./plan/parse.ts"
import { makeMachine } from "./testing/machine.ts"

const first = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const connect = ["connect", "--wallet", "dev", "--yes", "--confirm", first]

describe("empty stdin", () => {
  it.each([
    ["", ["sign", "message", "-", "--yes"]],
    ["\n", ["sign", "message", "-", "--yes"]],
    [" \t\r\n", ["sign", "message", "-", "--yes"]],
    ["", ["sign", "typed-data", "-", "--yes"]],
    ["", ["sign", "typed-data", "--yes"]],
    ["", ["sign", "siwx", "-", "--yes"]],
    ["", ["broadcast", "-"]],
    ["", ["send", "-", "--yes"]],
    ["", ["verify", "-", "--signature", "0x00", "--domain", "app.example"]],
  ])("refuses %j for %j", async (stdin, words) => {
    const { json, refusal } = makeMachine()
    await json(connect)
    expect(await refusal(words, stdin)).toMatchObject({ exit: 2, message: "stdin is empty." })
  })

  it.each([
    ["run", "-"],
    ["mock", "--port", "0", "--scenario", "-"],
    ["networks", "--endpoints", "-"],
    ["connect", "--wallet", "keys", "--yes", "--key-file", "-"],
  ])("refuses an empty stdin for %s %s %s", async (...words) => {
    const { refusal } = makeMachine()
    expect(await refusal(words, "")).toMatchObject({ exit: 3 })
  })
})

describe("input that is no UTF-8 text", () => {
  const bytes = Buffer.from([0x70, 0x61, 0x79, 0xff, 0xfe])

  it.each([
    [["sign", "message", "-", "--yes"]],
    [["sign", "typed-data", "-", "--yes"]],
    [["sign", "siwx", "-", "--yes"]],
    [["broadcast", "-"]],
    [["send", "-", "--yes"]],
    [["verify", "-", "--signature", "0x00", "--domain", "app.example"]],
  ])("refuses it on stdin for %j", async (words) => {
    const { json, refusal } = makeMachine()
    await json(connect)
    expect(await refusal(words, bytes)).toMatchObject({
      exit: 2,
      message: "stdin is not UTF-8 text.",
      hint: "Save the text as UTF-8. Bytes cannot be read here.",
    })
  })

  it("refuses it in a file", async () => {
    const { json, refusal, secret } = makeMachine()
    await json(connect)
    const path = secret("latin", bytes)
    for (const words of [
      ["sign", "typed-data", path, "--yes"],
      ["sign", "siwx", path, "--yes"],
      ["verify", path, "--signature", "0x00", "--domain", "app.example"],
    ])
      expect(await refusal(words)).toMatchObject({ exit: 2, message: `${path} is not UTF-8 text.` })
  })
})

describe("an empty file", () => {
  it("refuses it as a request, a message to verify, and a password", async () => {
    const { json, refusal, secret } = makeMachine()
    await json(connect)
    const empty = secret("empty", "")
    for (const words of [
      ["sign", "typed-data", empty, "--yes"],
      ["sign", "siwx", empty, "--yes"],
      ["verify", empty, "--signature", "0x00", "--domain", "app.example"],
    ])
      expect({ words, ...(await refusal(words)) }).toMatchObject({ exit: 2, message: `${empty} is empty.` })
    const keystore = secret("keystore", JSON.stringify({ version: 3, crypto: {} }))
    const keys = ["connect", "--wallet", "keys", "--yes"]
    for (const source of ["--key-file", "--keystore"])
      expect(await refusal([...keys, source, empty])).toMatchObject({ exit: 3 })
    expect(await refusal([...keys, "--keystore", keystore, "--password-file", empty])).toMatchObject({
      exit: 3,
    })
  })
})

describe("empty words", () => {
  it.each([
    [["sign", "message", ""], "Argument 'text'"],
    [["sign", "message", " "], "Argument 'text'"],
    [["sign", "typed-data", ""], "Argument 'file'"],
    [["send", "1", "", first], "Argument 'token'"],
    [["send", "1", "ETH", ""], "Argument 'to'"],
    [["accounts", "--project-id", ""], "Option '--project-id <id>'"],
    [["accounts", "--endpoints", ""], "Option '--endpoints <file>'"],
    [["connect", "--key-file", ""], "Option '--key-file <path>'"],
    [["connect", "--otp-file", ""], "Option '--otp-file <file>'"],
    [["connect", "--confirm", "x", "--confirm", ""], "Option '--confirm <value>'"],
    [["run", ""], "Argument 'story'"],
    [["name", "lookup", ""], "Argument 'name'"],
  ])("refuses %j", (words, what) => {
    expect(parse(words)).toMatchObject({ _tag: "Refused", message: `${what} is empty.` })
  })
})
