import type { Context, Hono } from "hono"
import type { Sleep } from "../faults/applyFault.ts"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { makeEventStream } from "../http/eventStream.ts"
import { RequestError } from "../http/RequestError.ts"
import { readBody } from "../http/readBody.ts"
import { perWorld } from "../world/perWorld.ts"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import { getServerUrls } from "./getServerUrls.ts"
import type { Phone } from "./Phone.ts"
import { PhoneOffline } from "./PhoneOffline.ts"
import { addPhonePage } from "./page/routes.ts"
import { PairingRejected } from "./pairing/pairingUri.ts"
import {
  AnswerCommand,
  DisconnectCommand,
  PairCommand,
  PolicyCommand,
  SwitchCommand,
  WalletCommand,
} from "./phoneCommands.ts"
import type { FetchHandler } from "./wallet/WorldNodes.ts"

const getPhoneSlot = perWorld((): { made?: Promise<Phone> } => ({}))

/** Adds the phone of each world: its page and its part of the control API. It is created on first use. */
export const addPhoneRoutes = (
  app: Hono<Env>,
  { ask, sleep, worlds }: { readonly worlds: Worlds; readonly ask: FetchHandler; readonly sleep: Sleep },
): void => {
  const base = "/control/worlds/:projectId/phone"

  const phone = (c: Context<Env>): Promise<Phone> => {
    const world = worlds.open(c.req.param("projectId") ?? "", null)
    const there = getPhoneSlot(world)
    there.made ??= makePhoneOf(world, getServerUrls(c))
    return there.made
  }
  const makePhoneOf = async (world: World, urls: ReturnType<typeof getServerUrls>) => {
    const { projectId, ended, wallNow } = world
    return (await import("./Phone.ts")).makePhone({ projectId, ask, urls, sleep, ended, now: wallNow })
  }
  /** Adds a command that responds with the phone's state after it. */
  const shown = async (c: Context<Env>) => c.json((await phone(c)).state())

  app.get(base, shown)

  app.get(`${base}/events`, async (c) => {
    const own = await phone(c)
    const { ended } = worlds.open(c.req.param("projectId"), null)
    return c.body(makeEventStream({ ...own, ended }), 200, {
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
        await carryOut(own, read(parseJsonBody(await readBody(c))))
      } catch (error) {
        throw error instanceof PairingRejected || error instanceof PhoneOffline
          ? toRequestError(error)
          : error
      }
      return shown(c)
    })
  command(
    "pair",
    (value) => decodePart("body", PairCommand, value),
    (own, { uri }) => own.pair(uri),
  )
  command(
    "policy",
    (value) => decodePart("body", PolicyCommand, value),
    (own, { policy }) => own.setPolicy(policy),
  )
  command(
    "wallet",
    (value) => decodePart("body", WalletCommand, value),
    (own, { oneClick, profile, smartAccount }) => {
      if (smartAccount !== undefined) own.setSmartAccount(smartAccount)
      if (oneClick !== undefined) own.setOneClick(oneClick)
      if (profile !== undefined) own.setProfile(profile)
    },
  )
  command(
    "answer",
    (value) => decodePart("body", AnswerCommand, value),
    (own, { approve, id }) => {
      if (!own.answer(id, approve))
        throw new RequestError({ status: 404, field: "id", description: "No such request" })
    },
  )
  command(
    "switch",
    (value) => decodePart("body", SwitchCommand, value),
    async (own, { chainId }) => {
      if (!(await own.switchTo(chainId)))
        throw new RequestError({
          status: 400,
          field: "chainId",
          description: "The phone does not support this network",
        })
    },
  )
  command(
    "disconnect",
    (value) => decodePart("body", DisconnectCommand, value),
    async (own, { topic }) => {
      const isThere = await own.disconnect(topic)
      if (!isThere && topic !== undefined)
        throw new RequestError({ status: 404, field: "topic", description: "No such session" })
    },
  )

  addPhonePage(app)
}

const toRequestError = (error: PairingRejected | PhoneOffline): RequestError =>
  error instanceof PairingRejected
    ? new RequestError({ status: 400, field: "uri", description: error.message })
    : new RequestError({ status: 503, field: "relay", description: error.message })
