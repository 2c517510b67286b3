/** An e-mail address that may break where a reader expects it: before the @. */
export function EmailText({ email }: { email: string }) {
	const at = email.lastIndexOf('@')
	return (
		<span>
			{email.slice(0, at)}
			<wbr />
			{email.slice(at)}
		</span>
	)
}
