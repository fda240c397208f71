import { emailMessages } from "../views/email/emailMessages.ts"
import { signInMessages } from "../views/signIn/signInMessages.ts"
import { englishMessages } from "./Catalogue.ts"
import "./problems.ts"

// What Connect says of signing in, and the frame of itself, comes before the words of every other view.
Object.assign(englishMessages, emailMessages, signInMessages)
