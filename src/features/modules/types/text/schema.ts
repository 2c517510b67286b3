import * as z from 'zod/mini'
import { moduleType } from '../module-type.ts'

/** Text to read: the module's content, without data. */
export const text = moduleType({ type: 'text', label: 'Text', data: z.object({}) })
