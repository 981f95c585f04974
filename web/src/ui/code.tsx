/** Shows an id, a code or a file name from left to right in every language. */
export const Code = ({ text }: { text: string }) => (
  <bdi dir="ltr" className="wrap-anywhere">
    {text}
  </bdi>
)
