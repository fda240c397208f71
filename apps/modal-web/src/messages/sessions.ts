import { sessionsMessages } from "../views/sessions/sessionsMessages.ts"
import { englishMessages } from "./Catalogue.ts"

Object.assign(englishMessages, sessionsMessages)
