/** Shows an id or code from left to right in every language. */
export const Code = ({ text }: { text: string }) => (
  <bdi dir="ltr" className="wrap-anywhere md:whitespace-nowrap">
    {text}
  </bdi>
)
