import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldValues, type UseFormProps, useForm } from 'react-hook-form'
import type { z } from 'zod/mini'

/**
 * A form with the schema of its endpoint: the same rules and sentences as the server's.
 * It validates on submit first and on change afterwards (the specification's rule, and the default of
 * react-hook-form), keeps what was typed on failure and moves the focus to the first field that is wrong.
 */
export function useContractForm<Input extends FieldValues, Output>(
	schema: z.ZodMiniType<Output, Input>,
	options: { defaultValues: DefaultValues<Input> } & Omit<UseFormProps<Input, unknown, Output>, 'resolver'>,
) {
	return useForm<Input, unknown, Output>({ ...options, resolver: zodResolver(schema) })
}
