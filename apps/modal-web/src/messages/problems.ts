import { engineMessages } from "@wmodal/core"
import { english } from "./Catalogue.ts"
import "./icu.ts"

// Whatever says a problem imports this: the first view has none to say.
Object.assign(english, engineMessages)
