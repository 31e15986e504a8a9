/** The platform's logo: the configured one, else the product's arrowhead. */
export function Logo(props: { url: string; size?: number }) {
  const { url, size = 24 } = props;
  if (url) return <img src={url} alt="" height={size} />;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--brand)" />
      <path
        d="M12 4.5 18 19l-6-3.2L6 19Z"
        fill="var(--on-brand)"
        stroke="var(--on-brand)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  );
}
