import * as z from 'zod/mini'
import { moduleType } from '../module-type.ts'

/** Reading: all of it is in the module's content. */
export const text = moduleType({ type: 'text', label: 'Text', data: z.object({}) })
