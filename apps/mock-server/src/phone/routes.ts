import type { Context, Hono } from "hono"
import type { Sleep } from "../faults/endure.ts"
import { decoded, parsedJson } from "../http/decoded.ts"
import type { Env } from "../http/Env.ts"
import { eventStream } from "../http/eventStream.ts"
import { Failed } from "../http/Failed.ts"
import { readBody } from "../http/readBody.ts"
import { perWorld } from "../world/perWorld.ts"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import type { Phone } from "./Phone.ts"
import { PhoneOffline } from "./PhoneOffline.ts"
import { addPhonePage } from "./page/routes.ts"
import { PairingRefused } from "./pairing/pairingUri.ts"
import {
  AnswerCommand,
  DisconnectCommand,
  PairCommand,
  PolicyCommand,
  SwitchCommand,
  WalletCommand,
} from "./phoneCommands.ts"
import { urlsOf } from "./urlsOf.ts"
import type { Ask } from "./wallet/WorldNodes.ts"

const phoneOf = perWorld((): { made?: Promise<Phone> } => ({}))

/** The phone of each world: its page, and its part of the control API. It is made when it is first looked at. */
export const addPhoneRoutes = (
  app: Hono<Env>,
  { ask, sleep, worlds }: { readonly worlds: Worlds; readonly ask: Ask; readonly sleep: Sleep },
): void => {
  const base = "/control/worlds/:projectId/phone"

  const phone = (c: Context<Env>): Promise<Phone> => {
    const world = worlds.open(c.req.param("projectId") ?? "")
    const there = phoneOf(world)
    there.made ??= makePhoneOf(world, urlsOf(c))
    return there.made
  }
  const makePhoneOf = async (world: World, urls: ReturnType<typeof urlsOf>) => {
    const { projectId, ended, wallNow } = world
    return (await import("./Phone.ts")).makePhone({ projectId, ask, urls, sleep, ended, now: wallNow })
  }
  /** Answered with the phone as it is after that. */
  const shown = async (c: Context<Env>) => c.json((await phone(c)).state())

  app.get(base, shown)

  app.get(`${base}/events`, async (c) => {
    const own = await phone(c)
    const { ended } = worlds.open(c.req.param("projectId"))
    return c.body(eventStream({ ...own, ended }), 200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    })
  })

  const command = <Command>(
    name: string,
    read: (value: unknown) => Command,
    carryOut: (own: Phone, command: Command) => Promise<void> | void,
  ) =>
    app.post(`${base}/${name}`, async (c) => {
      const own = await phone(c)
      try {
        await carryOut(own, read(parsedJson(await readBody(c))))
      } catch (error) {
        throw error instanceof PairingRefused || error instanceof PhoneOffline ? asFailed(error) : error
      }
      return shown(c)
    })
  command(
    "pair",
    (value) => decoded("body", PairCommand, value),
    (own, { uri }) => own.pair(uri),
  )
  command(
    "policy",
    (value) => decoded("body", PolicyCommand, value),
    (own, { policy }) => own.setPolicy(policy),
  )
  command(
    "wallet",
    (value) => decoded("body", WalletCommand, value),
    (own, { smartAccount }) => own.setSmartAccount(smartAccount),
  )
  command(
    "answer",
    (value) => decoded("body", AnswerCommand, value),
    (own, { approve, id }) => {
      if (!own.answer(id, approve))
        throw new Failed({ status: 404, field: "id", description: "No such question" })
    },
  )
  command(
    "switch",
    (value) => decoded("body", SwitchCommand, value),
    async (own, { chainId }) => {
      if (!(await own.switchTo(chainId)))
        throw new Failed({
          status: 400,
          field: "chainId",
          description: "The phone does not know this network",
        })
    },
  )
  command(
    "disconnect",
    (value) => decoded("body", DisconnectCommand, value),
    async (own, { topic }) => {
      const isThere = await own.disconnect(topic)
      if (!isThere && topic !== undefined)
        throw new Failed({ status: 404, field: "topic", description: "No such session" })
    },
  )

  addPhonePage(app)
}

const asFailed = (error: PairingRefused | PhoneOffline): Failed =>
  error instanceof PairingRefused
    ? new Failed({ status: 400, field: "uri", description: error.message })
    : new Failed({ status: 503, field: "relay", description: error.message })
