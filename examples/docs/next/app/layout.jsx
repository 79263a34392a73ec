import Script from 'next/script';

// With the base path of next.config.mjs.
const HAZE = '/guide/haze';

export const metadata = { title: 'Wings' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${HAZE}/haze-docs.css`} />
      </head>
      <body>
        {children}
        {/* Once React knows the page: buttons that are there before would not be those that it expects. */}
        <Script src={`${HAZE}/haze-docs.js`} strategy="afterInteractive" />
      </body>
    </html>
  );
}
