import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { privateKeyToAccount } from "viem/accounts"
import { afterEach, describe, expect, it, vi } from "vitest"
import { parse } from "../plan/parse.ts"
import { run } from "../run.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"

const account = privateKeyToAccount(`0x${"11".repeat(32)}`)
const message = `app.example wants you to sign in with your Ethereum account:
${account.address}


URI: https://app.example/login
Version: 1
Chain ID: 1
Nonce: abcdefgh12345678
Issued At: 2026-01-15T12:00:00Z`
const domain = ["--domain", "app.example"]
const sign = (text = message) => account.signMessage({ message: text })
const foreign = await privateKeyToAccount(`0x${"12".repeat(32)}`).signMessage({ message })

const runCommandLine = async (words: readonly string[], stdin = "") => {
  Object.assign(globalThis, { __WMODAL_VERSION__: "1.2.3" })
  const parsed = parse(["verify", ...words])
  if (parsed._tag !== "Run") throw new Error(`Not a command: ${JSON.stringify(parsed)}`)
  const { facts, stderr, stdout } = makeRecordedFacts({
    env: { XDG_STATE_HOME: makeTemporaryFolder() },
    stdin,
  })
  const code = await run(parsed.plan, parsed.shared, facts)
  return { code, stdout: stdout(), stderr: stderr() }
}

const stubNode = (result: unknown) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () =>
      result instanceof Error
        ? Promise.reject(result)
        : new Response(JSON.stringify({ jsonrpc: "2.0", id: 1, result }), {
            headers: { "content-type": "application/json" },
          }),
    ),
  )

describe("wmodal verify", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("prints the account and the network of a valid message", async () => {
    const words = ["-", ...domain, "--signature", await sign(), "--nonce", "abcdefgh12345678"]
    const line = `valid\t${account.address}\teip155:1\n`
    expect(await runCommandLine(words, message)).toEqual({ code: 0, stdout: line, stderr: "" })
    expect((await runCommandLine(words, `${message}\n`)).stdout).toBe(line)
  })

  it("reads a file, with the line break of an editor", async () => {
    const file = join(makeTemporaryFolder(), "message.txt")
    writeFileSync(file, `${message}\n`)
    const { code, stdout } = await runCommandLine([file, ...domain, "--signature", await sign(), "--json"])
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      verdict: "valid",
      chainId: "eip155:1",
      message: { address: account.address, nonce: "abcdefgh12345678" },
    })
  })

  it.each<{ readonly reason: string; readonly words: readonly string[]; readonly text?: string }>([
    { reason: "Domain", words: ["--domain", "evil.example"] },
    { reason: "Nonce", words: [...domain, "--nonce", "abcdefgh12345679"] },
    { reason: "Uri", words: [...domain, "--uri", "https://app.example/other"] },
    { reason: "Address", words: [...domain, "--address", `0x${"12".repeat(20)}`] },
    { reason: "Chain", words: [...domain, "--network", "eip155:10"] },
    { reason: "Syntax", words: domain, text: `${message}\n\n` },
  ])("exits with 6 and the reason $reason", async ({ reason, words, text = message }) => {
    const { code, stdout } = await runCommandLine(
      ["-", ...words, "--signature", await sign(text), "--json"],
      text,
    )
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 6, verdict: "invalid", reason })
  })

  it("exits with 6 for a message without a nonce, which could be replayed", async () => {
    const text =
      "app.example wants you to sign in with your Solana account:\n11111111111111111111111111111111"
    const { code, stdout } = await runCommandLine(["-", ...domain, "--signature", "1"], text)
    expect([code, stdout]).toEqual([6, expect.stringMatching(/^invalid\tNonce\t/)])
  })

  it("asks the node of --rpc whether a contract signed", async () => {
    const words = ["-", ...domain, "--signature", foreign, "--rpc", "eip155:1=https://node.example"]
    stubNode(`0x1626ba7e${"0".repeat(56)}`)
    expect((await runCommandLine(words, message)).code).toBe(0)
    expect(vi.mocked(fetch).mock.calls.map(([url]) => String(url))).toEqual(["https://node.example/"])
    stubNode("0x")
    expect(await runCommandLine(words, message)).toMatchObject({
      code: 6,
      stdout: expect.stringMatching(/^invalid\tSignature\t/),
    })
  })

  it("exits with 7 when the node fails", async () => {
    stubNode(new TypeError("fetch failed"))
    const words = ["-", ...domain, "--signature", foreign, "--rpc", "eip155:1=https://node.example"]
    expect(await runCommandLine(words, message)).toMatchObject({
      code: 7,
      stdout: expect.stringMatching(/^unknown\tNodeFailed\t/),
    })
  })

  it("verifies a CACAO by its own signature", async () => {
    const p = {
      iss: `did:pkh:eip155:1:${account.address}`,
      domain: "app.example",
      aud: "https://app.example/login",
      version: "1",
      nonce: "abcdefgh12345678",
      iat: "2026-01-15T12:00:00Z",
    }
    const cacao = { h: { t: "caip122" }, p, s: { t: "eip191", s: await sign() } }
    expect((await runCommandLine(["-", ...domain], JSON.stringify(cacao))).code).toBe(0)
    expect((await runCommandLine(["-", "--domain", "evil.example"], JSON.stringify(cacao))).code).toBe(6)
    expect(
      await runCommandLine(["-", ...domain, "--signature", foreign], JSON.stringify(cacao)),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--signature"),
    })
    expect((await runCommandLine(["-", ...domain], "{}")).code).toBe(6)
  })

  it("exits with 2 without a signature and 3 without a file", async () => {
    expect(await runCommandLine(["-", ...domain], message)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--signature"),
    })
    expect((await runCommandLine(["/nowhere/message.txt", ...domain])).code).toBe(3)
  })

  it("requires the domain", () => {
    expect(parse(["verify", "-"])).toMatchObject({
      _tag: "Refused",
      message: expect.stringContaining("--domain"),
    })
  })
})
