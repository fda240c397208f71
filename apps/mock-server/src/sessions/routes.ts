import { getSessions, postSession, postSessionActivate, postSessionRevoke } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { parseEvmAccount, parseEvmAddress } from "../http/EvmAccount.ts"
import { Failed } from "../http/Failed.ts"
import { implement } from "../http/implement.ts"
import { isPersonalSignature } from "../signatures/PersonalSignature.ts"
import { smartSessionsOf } from "./SmartSessions.ts"

/** Smart sessions. Whoever revokes one has signed its `pci` by `personal_sign`. */
export const addSessionRoutes = (app: Hono<Env>): void => {
  implement(app, getSessions, {
    maxAge: 0,
    answer: ({ world, param }) => ({
      pcis: [...smartSessionsOf(world).list(parseEvmAccount("id", param("id")))],
    }),
  })

  implement(app, postSession, {
    maxAge: 0,
    answer: ({ world, param, body, header }) =>
      smartSessionsOf(world).open(parseEvmAccount("id", param("id")), body, header("origin")),
  })

  implement(app, postSessionActivate, {
    maxAge: 0,
    answer: ({ world, param, body }) =>
      smartSessionsOf(world).activate(parseEvmAccount("id", param("id")), body),
  })

  implement(app, postSessionRevoke, {
    maxAge: 0,
    answer: async ({ world, param, body: { pci, signature } }) => {
      const sessions = smartSessionsOf(world)
      const address = plainAddress(param("address"))
      const { network } = sessions.find(address, pci).account
      if (!(await isPersonalSignature({ world, network, address, message: pci, signature })))
        throw new Failed({ status: 401, field: "signature", description: "Invalid signature" })
      sessions.revoke(pci)
    },
  })
}

/** Of an address that is plain or, of some apps, CAIP-10. @throws Failed */
const plainAddress = (text: string): `0x${string}` =>
  text.includes(":") ? parseEvmAccount("address", text).address : parseEvmAddress("address", text)
