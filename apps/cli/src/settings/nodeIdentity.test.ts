import { expect, it } from "@effect/vitest"
import { Fetch } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import * as z from "zod"
import { requireNodeOf } from "./nodeIdentity.ts"
import type { Settings } from "./Settings.ts"

const settings: Settings = {
  projectId: null,
  endpoints: {},
  swapRouters: {},
  meldUrl: null,
  rpc: [],
  nodes: { "eip155:1": ["http://node.example"] },
  networks: [mainnet],
  network: null,
}
const Asked = z.object({ id: z.unknown() })

const required = (reply: (id: unknown) => Response) =>
  Effect.result(requireNodeOf(settings, mainnet)).pipe(
    Effect.provideService(Fetch, {
      send: (request) =>
        Effect.map(
          Effect.promise(() => request.json()),
          (body) => reply(Asked.parse(body).id),
        ),
    }),
  )

it.live("refuses to send by a node of another network, by both names", () =>
  Effect.gen(function* () {
    const result = yield* required((id) => Response.json({ jsonrpc: "2.0", id, result: "0x89" }))
    expect(result).toMatchObject({
      failure: {
        reason: { message: "The node of Ethereum (eip155:1) serves eip155:137. Nothing was sent." },
      },
    })
  }),
)

it.live.each([
  ["this network", (id: unknown) => Response.json({ jsonrpc: "2.0", id, result: "0x1" })],
  ["nothing that can be read", () => new Response("<html>")],
] as const)("leaves a node that serves %s to what is requested of it next", ([, reply]) =>
  Effect.gen(function* () {
    expect(yield* required(reply)).toMatchObject({ _tag: "Success" })
  }),
)
