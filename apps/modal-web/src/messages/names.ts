import { namesMessages } from "../views/names/namesMessages.ts"
import { englishMessages } from "./Catalogue.ts"

Object.assign(englishMessages, namesMessages)
