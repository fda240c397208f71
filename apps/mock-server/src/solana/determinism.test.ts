import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const run = promisify(execFile)
const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** Sends SOL, opens a token account, fails, and asks about all of it; prints the replies and the log. */
const script = `
  import { getTransferSolInstruction } from "@solana-program/system"
  import { getCreateAssociatedTokenInstructionAsync } from "@solana-program/token"
  import { makeHandler } from ${module("../Handler.ts")}
  import { makeSolanaNode } from ${module("./testing/SolanaNode.ts")}
  import { testSigner } from ${module("./testing/signedText.ts")}
  import { solanaTokens } from ${module("./solanaTokens.ts")}

  const handler = makeHandler()
  const { ask, send, sign, advance } = makeSolanaNode(handler)
  const [one, two, five] = await Promise.all([0, 1, 5].map(testSigner))
  const transfer = (amount) => getTransferSolInstruction({ source: one, destination: two.address, amount })
  const signatures = [
    await send(one, [transfer(5n)]),
    await send(two, [
      await getCreateAssociatedTokenInstructionAsync({
        payer: two, owner: five.address, mint: solanaTokens[0].mint,
      }),
    ]),
  ]
  const failing = await sign(one, [transfer(10n ** 15n)])
  await advance(5_000)
  const replies = [
    await ask("requestAirdrop", five.address, 7),
    await ask("sendTransaction", failing, { encoding: "base64" }),
    await ask("sendTransaction", failing, { encoding: "base64", skipPreflight: true }),
    await ask("getProgramAccounts", "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", { encoding: "base64" }),
    await ask("getProgramAccounts", "11111111111111111111111111111111"),
    await ask("getLatestBlockhash"),
    await ask("getEpochInfo"),
    await ask("getSignaturesForAddress", one.address),
    ...(await Promise.all(
      signatures.map((signature) =>
        ask("getTransaction", signature, { encoding: "jsonParsed", maxSupportedTransactionVersion: 0 }),
      ),
    )),
  ]
  const log = await handler.fetch(new Request("http://localhost/control/worlds/p/log"))
  console.log(JSON.stringify(replies))
  console.log(await log.text())
  await handler.close()
`

it("replies the same to the same calls in every process", { timeout: 60_000 }, async () => {
  const outputs = await Promise.all(
    ["one", "other"].map(async () => {
      const { stdout } = await run(
        process.execPath,
        ["--no-warnings", "--conditions=@wmodal/source", "--input-type=module", "--eval", script],
        { cwd: new URL("../..", import.meta.url), maxBuffer: 10_000_000 },
      )
      return stdout
    }),
  )
  expect(outputs[0]).toBe(outputs[1])
  expect(outputs[0]?.length).toBeGreaterThan(5_000)
})
