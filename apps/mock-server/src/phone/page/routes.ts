import type { Hono } from "hono"
import type { Env } from "../../http/Env.ts"

export const addPhonePage = (_app: Hono<Env>): void => {}
