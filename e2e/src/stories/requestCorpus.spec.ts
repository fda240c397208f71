import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount } from "../harness/modal.ts"
import { makeStoryNetworks } from "../harness/networks.ts"
import { requestOnPage } from "../harness/pageRequests.ts"
import { paths } from "../harness/paths.ts"
import { story } from "../harness/story.ts"

const Corpus = z.array(
  z.object({ id: z.string(), request: z.looseObject({ method: z.string() }), dangers: z.array(z.string()) }),
)
const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(join(paths.root, `stories/requests/${name}.json`), "utf8"))
const readCorpus = (name: string) => Corpus.parse(readJson(name))
const node = z
  .object({
    answers: z.record(z.string(), z.unknown()),
    code: z.string(),
    collections: z.array(z.string()),
    simulatedCall: z.unknown(),
    token: z.record(z.string(), z.string()),
  })
  .parse(readJson("node"))
type CorpusRequest = z.infer<typeof Corpus>[number]["request"]

const toParams = (request: CorpusRequest, host: string): unknown => {
  switch (request.method) {
    case "personal_sign":
      // The sign-in text is that of the page's own site.
      return [String(request["message"]).replaceAll("app.example", host), firstAccount]
    case "eth_signTypedData_v4":
      return [firstAccount, JSON.stringify(request["typedData"])]
    case "eth_sendTransaction":
      return [{ from: firstAccount, ...Object(request["transaction"]) }]
    case "wallet_sendCalls":
      return [
        {
          version: "2.0.0",
          chainId: "0x1",
          from: firstAccount,
          atomicRequired: true,
          calls: request["calls"],
        },
      ]
    default:
      return request["params"]
  }
}

const Asked = z.object({ id: z.unknown(), method: z.string(), params: z._default(z.array(z.unknown()), []) })

/** Returns the response of the corpus' node. */
const answerNode = ({ method, params: [first] }: z.infer<typeof Asked>): unknown => {
  if (method === "eth_chainId") return "0x1"
  if (method === "eth_getBalance") return "0x0"
  if (method === "eth_getCode")
    return String(first).toLowerCase() === firstAccount.toLowerCase() ? "0x" : node.code
  const { blockStateCalls = [], data = "", to = "" } = Object(first)
  if (method === "eth_simulateV1") return [{ calls: blockStateCalls[0].calls.map(() => node.simulatedCall) }]
  if (method !== "eth_call") return node.answers[method]
  const selector = String(data).slice(0, 10)
  return node.collections.includes(String(to).toLowerCase()) && selector === "0x313ce567"
    ? "0x"
    : (node.token[selector] ?? "0x")
}

const respond = (asked: z.infer<typeof Asked>) => {
  const result = answerNode(asked)
  const answer = result === undefined ? { error: { code: -32601, message: "unknown" } } : { result }
  return { jsonrpc: "2.0", id: asked.id, ...answer }
}

const nodeUrl = "https://corpus-node.test/"

describe("request corpus in a page", () => {
  for (const name of ["drainers", "harmless"] as const)
    story(
      `requires an act for ${name === "drainers" ? "each drainer" : "no harmless request"}`,
      { tags: "full", timeout: 240_000 },
      async ({ visitor, wallet, world }) => {
        const { ethereum } = makeStoryNetworks(world)
        const network = { ...ethereum, rpcUrls: { default: { http: [nodeUrl] } } }
        const host = makeHostPage(world, {
          networks: [],
          moreNetworks: [network],
          options: { endpoints: { directory: world.directory } },
        })
        const page = await visitor.visit(host, (blank) =>
          blank.route(nodeUrl, async (route) => {
            const asked = z.union([Asked, z.array(Asked)]).parse(route.request().postDataJSON())
            await route.fulfill({
              json: Array.isArray(asked) ? asked.map(respond) : respond(asked),
              headers: { "access-control-allow-origin": "*" },
            })
          }),
        )
        const modal = await connectWallet(page, wallet)
        await page.bringToFront()
        const wrong: string[] = []
        for (const { id, request } of readCorpus(name)) {
          const { host: own } = new URL(page.url())
          const answer = requestOnPage(page, { method: request.method, params: toParams(request, own) })
          const proceed = modal.dialog.getByRole("button", { name: "Continue", exact: true })
          // What no wallet can sign is refused without a review.
          const refused = await Promise.race([answer, proceed.waitFor().then(() => null)])
          if (refused !== null) {
            expect({ id, refused }).toEqual({ id, refused: expect.stringMatching(/^-?\d+ /) })
            continue
          }
          const acts = await modal.dialog
            .getByRole("checkbox")
            .or(modal.dialog.getByRole("textbox", { name: /^Type/ }))
            .count()
          if (acts > 0 !== (name === "drainers")) wrong.push(id)
          await modal.button("Reject").click()
          expect(await answer).toMatch(/^4001 /)
        }
        expect(wrong).toEqual([])
      },
    )
})
