import { emailWords } from "../views/email/emailWords.ts"
import { signInWords } from "../views/signIn/signInWords.ts"
import { english } from "./Catalogue.ts"
import "./problems.ts"

// What Connect says of signing in, and the frame of itself, comes before the words of every other view.
Object.assign(english, emailWords, signInWords)
