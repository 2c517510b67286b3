import * as z from 'zod/mini'
import { lineOf } from './text/line-of.ts'

export const oneLine = z.overwrite(lineOf)
