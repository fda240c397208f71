import { getSessions, postSession, postSessionActivate, postSessionRevoke } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { parseEvmAccount, parseEvmAddress } from "../http/EvmAccount.ts"
import { mountContract } from "../http/mountContract.ts"
import { RequestError } from "../http/RequestError.ts"
import { isPersonalSignature } from "../signatures/PersonalSignature.ts"
import { getSmartSessions } from "./SmartSessions.ts"

/** Adds smart sessions. A revocation requires the session's `pci` signed by `personal_sign`. */
export const addSessionRoutes = (app: Hono<Env>): void => {
  mountContract(app, getSessions, {
    maxAge: 0,
    answer: ({ world, param }) => ({
      pcis: [...getSmartSessions(world).list(parseEvmAccount("id", param("id")))],
    }),
  })

  mountContract(app, postSession, {
    maxAge: 0,
    answer: ({ world, param, body, header }) =>
      getSmartSessions(world).open(parseEvmAccount("id", param("id")), body, header("origin")),
  })

  mountContract(app, postSessionActivate, {
    maxAge: 0,
    answer: ({ world, param, body }) =>
      getSmartSessions(world).activate(parseEvmAccount("id", param("id")), body),
  })

  mountContract(app, postSessionRevoke, {
    maxAge: 0,
    answer: async ({ world, param, body: { pci, signature } }) => {
      const sessions = getSmartSessions(world)
      const address = toPlainAddress(param("address"))
      const { network } = sessions.find(address, pci).account
      if (!(await isPersonalSignature({ world, network, address, message: pci, signature })))
        throw new RequestError({ status: 401, field: "signature", description: "Invalid signature" })
      sessions.revoke(pci)
    },
  })
}

/** Parses an address that is plain or, from some apps, CAIP-10. @throws Failed */
const toPlainAddress = (text: string): `0x${string}` =>
  text.includes(":") ? parseEvmAccount("address", text).address : parseEvmAddress("address", text)
