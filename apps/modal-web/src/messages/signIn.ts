import { emailMessages } from "../views/email/emailMessages.ts"
import { signInMessages } from "../views/signIn/signInMessages.ts"
import { englishMessages } from "./Catalogue.ts"
import "./problems.ts"

// Messages of sign-in on Connect and of the frame itself load before those of every other view.
Object.assign(englishMessages, emailMessages, signInMessages)
