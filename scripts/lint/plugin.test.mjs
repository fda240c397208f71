import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

// Fixtures: a workspace in which each rule is violated once, and followed once.
const root = process.cwd()
const house = mkdtempSync(join(tmpdir(), "wmodal-lint-"))

const broken = {
  "libs/protocol/src/upwards.ts": 'import "@wmodal/core"\n',
  "libs/core/src/byPath.ts": 'import "../../chains/src/index.ts"\n',
  "libs/core/src/face.ts": 'export * from "@wmodal/modal-web"\n',
  "libs/core/src/node.ts": 'import "node:fs"\n',
  "libs/core/src/heavy.ts": 'import "zod"\n',
  "libs/core/src/suite.ts": 'import "@wmodal/protocol/testing"\n',
  "libs/chains/src/wallet.ts": 'import "@wmodal/dev-wallet"\n',
  "apps/mock-server/src/core.ts": 'import "@wmodal/core"\n',
  "apps/cli/src/eager.ts": 'import "@wmodal/mock-server"\n',
  "apps/modal-web/src/server.ts": 'export const load = () => import("@wmodal/mock-server")\n',
  "e2e/src/inside.ts": 'import "@wmodal/core"\n',
  "apps/modal-web/src/views/Text.tsx": "export const Text = () => <p>Connect a wallet</p>\n",
  "apps/modal-web/src/views/Choice.tsx":
    'export const Choice = (p: { a: boolean }) => <p>{p.a ? "Yes" : "No"}</p>\n',
  "apps/modal-web/src/views/Label.tsx":
    'export const Label = () => <button type="button" aria-label="Close" />\n',
  "libs/chains/src/comment.ts": "// Somebody asks.\nexport const a = 1\n",
  "libs/chains/src/title.test.ts":
    'import { expect, it } from "vitest"\nit("is empty", () => expect(1).toBe(1))\n',
  "libs/chains/src/word.test.ts":
    'import { expect, it } from "vitest"\nit("returns what nobody sent", () => expect(1).toBe(1))\n',
  "libs/chains/src/told.ts": "export interface Told {}\n",
  "libs/chains/src/door.ts": "export interface Door {}\n",
  "libs/chains/src/callInWords.ts": 'export const callInWords = () => ""\n',
  "libs/chains/src/without.ts": "export const omit = () => 1\n",
  "libs/chains/src/questionOf.test.ts":
    'import { expect, it } from "vitest"\nit("returns 1", () => expect(1).toBe(1))\n',
  "libs/core/src/compare.ts": 'export const isEvm = (n: string) => n === "eip155"\n',
  "libs/core/src/pattern.ts": "export const isEvm = (n: string) => /^(eip155|solana)$/.test(n)\n",
  "apps/modal-web/src/views/account/prefix.ts":
    'export const isSun = (id: string) => id.startsWith("solana:")\n',
  "apps/modal-web/src/views/account/id.ts": "export const toId = (n: number) => `eip155:${n}`\n",
  "apps/cli/src/commands/table.ts": "export const titles = { bip122: 1 }\n",
  "apps/cli/src/commands/member.ts": "export const get = (all: { [name: string]: number }) => all.eip155\n",
  "apps/cli/src/commands/type.ts": 'export type Evm = "eip155"\n',
  "libs/core/src/ledger/flow.ts": 'import type { Send } from "../send/Send.ts"\n',
  "libs/core/src/router/late.ts": 'export const load = () => import("../flows/openFlows.ts")\n',
  "libs/core/src/options/root.ts": 'export * from "../makeEngine.ts"\n',
  "libs/core/src/unlisted/a.ts": 'import "../options/Options.ts"\n',
  "libs/core/src/clients/makeClients.ts": 'import "../swap/makeSwap.ts"\n',
  "apps/modal-web/src/views/send/followFlow.ts":
    'import { useEffect } from "react"\nexport const useFollow = (flow: string, engine: { router: { top: string; push: () => void } }) =>\n  useEffect(() => {\n    if (engine.router.top !== flow) engine.router.push()\n  }, [flow, engine])\n',
  "libs/core/src/send/direct.ts":
    "export const pay = (wallet: { sendTransaction: () => void }) => wallet.sendTransaction()\n",
  "libs/core/src/names/claim.ts":
    "export const claim = ({ signMessage }: { signMessage: () => void }) => signMessage()\n",
  "apps/modal-web/src/host/permit.ts":
    "export const permit = (connector: { signTypedData: () => void }) => connector.signTypedData()\n",
  "apps/cli/src/commands/batch.ts":
    "export const run = (open: { calls: { sendCalls: () => void } }) => open.calls.sendCalls()\n",
  "apps/cli/src/commands/awaitsResult.ts":
    "export const run = async ({ output }: { output: { result: (r: object) => object } }) => {\n  await output.result({})\n}\n",
  "apps/cli/src/commands/dropsResult.ts":
    "export const run = (context: { output: { result: (r: object) => object } }) => {\n  context.output.result({})\n}\n",
  "apps/cli/src/commands/voidsResult.ts":
    "export const run = (output: { result: (r: object) => object }) => void output.result({})\n",
  "libs/core/src/send/dropsEffect.ts":
    'import { Effect } from "effect"\nexport const log = () => {\n  Effect.log("sent")\n}\n',
  "libs/core/src/send/long.ts": "export {}\n".padEnd(500, "\n"),
  "libs/core/src/ledger/hash.ts": 'export const has = (state: object) => "hash" in state\n',
  "libs/api/src/follows.ts": "export const get = (url: string) => fetch(url)\n",
  "apps/cli/src/follows.ts":
    'export const get = (url: string) => globalThis.fetch(url, { redirect: "follow" })\n',
  "libs/core/src/links/parse.ts": "export const parse = (text: string) => URL.parse(text)\n",
  "libs/protocol/src/canParse.ts": 'export const canParse = (text: string) => URL["canParse"](text)\n',
  "libs/siwx/src/group.ts": "export const group = (all: string[]) => Map.groupBy(all, (one) => one)\n",
  "apps/modal-web/src/page/wait.ts": "export const wait = () => Promise.withResolvers<void>()\n",
  "apps/codemod/src/stop.ts": "export const stop = (all: AbortSignal[]) => AbortSignal.any(all)\n",
  "apps/modal-web/src/views/Photo.tsx":
    'export const Photo = (p: { src: string }) => <img src={p.src} alt="" />\n',
  "apps/modal-web/src/views/photo.ts": "export const load = () => new Image()\n",
  "libs/frame-rpc/src/shout.ts": 'export const shout = (w: Window) => w.postMessage({}, "*")\n',
}
const kept = {
  "libs/core/src/compare.test.ts": 'export const isEvm = (n: string) => n === "eip155"\n',
  "libs/core/src/testing/account.ts": 'export const account = "eip155:1:0x1"\n',
  "libs/chains/src/evm/prefix.ts": "export const toId = (n: number) => `eip155:${n}`\n",
  "apps/cli/src/session/chains.ts": 'export const chains = ["eip155", "solana", "bip122"]\n',
  "apps/modal-web/src/gallery/scenes.ts": 'export const network = "eip155:1"\n',
  "apps/cli/src/plan/example.ts": 'export const example = "wmodal switch eip155:137"\n',
  "libs/core/src/send/kind.ts":
    "export const request = { ask: (wallet: { sendTransaction: () => void }) => wallet.sendTransaction() }\n",
  "libs/core/src/siwx/flow.ts":
    "export const signIn = (signing: { signMessage: () => void }) => signing.signMessage()\n",
  "libs/core/src/operation/askWallet.ts":
    "export const run = (wallet: { sendTransaction: () => void }) => wallet.sendTransaction()\n",
  "libs/chains/src/evm/adapter.ts":
    "export const send = (wallet: { sendTransaction: () => void }) => wallet.sendTransaction()\n",
  "libs/core/src/send/ledger.ts": 'import "../ledger/Ledger.ts"\nimport "./Send.ts"\n',
  "libs/core/src/connection/openConnection.ts": 'import type { OneStep } from "../siwx/OneStep.ts"\n',
  "libs/core/src/storage/event.test.ts": 'import "../makeEngine.ts"\n',
  "libs/core/src/notices/event.ts": 'import type { EmitEvent } from "../EngineEvent.ts"\n',
  "libs/core/src/makeAll.ts": 'export const load = () => import("./flows/openFlows.ts")\n',
  "apps/cli/src/commands/printsResult.ts":
    'import { Effect } from "effect"\nexport const run = ({ output }: { output: { result: (r: object) => Effect.Effect<void> } }) =>\n  Effect.gen(function* () {\n    yield* output.result({})\n    return yield* Effect.andThen(output.result({}), output.result({}))\n  })\n',
  "libs/core/src/send/runsEffect.ts":
    'import { Effect } from "effect"\nexport const log = async () => {\n  await Effect.runPromise(Effect.log("sent"))\n  void Effect.runFork(Effect.log("sent"))\n}\n',
  "libs/core/src/links/parse.test.ts": "export const parse = (text: string) => URL.parse(text)\n",
  "apps/cli/src/plan/parse.ts": "export const parse = (text: string) => URL.parse(text)\n",
  "libs/core/src/ledger/hash.test.ts": 'export const has = (state: object) => "hash" in state\n',
  "libs/core/src/ledger/mapped.ts": "export type All = { [K in string]: number }\n",
  "libs/core/src/links/constructs.ts": "export const parse = (text: string) => new URL(text)\n",
  "libs/core/src/send/long.test.ts": "export {}\n".padEnd(500, "\n"),
  "libs/core/src/send/fits.ts": "export {}\n".padEnd(408, "\n"),
  "libs/core/src/downwards.ts": 'import "@wmodal/chains/evm"\nimport "./byName.ts"\n',
  "libs/core/src/suite.test.ts": 'import "@wmodal/dev-wallet/testing"\nimport "node:fs"\n',
  "libs/chains/src/plain.test.ts":
    '// The user rejects.\nimport { expect, it } from "vitest"\nit("never returns null", () => expect(1).toBe(1))\n',
  "libs/chains/src/withLabel.ts": "export const withLabel = () => 1\nexport interface Request {}\n",
  "libs/core/src/Door.ts": "export interface Door {}\n",
  "libs/chains/src/fixture.test.ts":
    'import { test } from "vitest"\nexport const it = test.extend("wallet", () => 1)\n',
  "libs/api/src/stays.ts":
    'import { makeFetch } from "@wmodal/protocol"\nexport const get = (url: string) => fetch(url, { redirect: "error" })\nexport const http = makeFetch((request, init) => fetch(request, init))\n',
  "apps/modal-web/src/ui/ImageElement.tsx":
    'export const ImageElement = (p: { src: string }) => <img src={p.src} alt="" />\n',
  "apps/cli/src/lazy.ts": 'export const load = () => import("@wmodal/mock-server")\n',
  "apps/mock-server/src/signers.ts": 'import "@wmodal/dev-wallet"\n',
  "apps/modal-web/src/views/handler.ts":
    'import { useEffect } from "react"\nexport const useHandler = (on: (f: () => void) => void, engine: { router: { back: () => void } }) =>\n  useEffect(() => on(() => engine.router.back()), [on, engine])\n',
  "apps/modal-web/src/views/Fine.tsx":
    'export const Fine = (p: { t: string }) => <p aria-label={p.t} className="row wide">{p.t} · {"42"}</p>\n',
}

let refused
beforeAll(() => {
  cpSync(join(root, ".oxlintrc.json"), join(house, ".oxlintrc.json"))
  cpSync(join(root, "scripts/lint"), join(house, "scripts/lint"), { recursive: true })
  for (const [file, text] of Object.entries({ ...broken, ...kept })) {
    mkdirSync(dirname(join(house, file)), { recursive: true })
    writeFileSync(join(house, file), text)
  }
  const run = [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json", "libs", "apps", "e2e"]
  let output = ""
  try {
    output = execFileSync(process.execPath, run, { cwd: house, encoding: "utf8" })
  } catch (failure) {
    output = failure.stdout
  }
  refused = new Set(
    JSON.parse(output)
      .diagnostics.filter(({ code }) =>
        /^wmodal\(|max-lines|no-restricted-(?:globals|properties)|forbid-elements/.test(code ?? ""),
      )
      .map(({ filename }) => filename.replaceAll("\\", "/")),
  )
})
afterAll(() => rmSync(house, { recursive: true, force: true }))

test.each(Object.keys(broken))("rejects %s", (file) => {
  expect([...refused]).toContain(file)
})

test.each(Object.keys(kept))("accepts %s", (file) => {
  expect([...refused]).not.toContain(file)
})
