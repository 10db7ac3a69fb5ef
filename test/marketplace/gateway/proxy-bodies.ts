/** Response bodies from a proxy or firewall. */

export const BAD_GATEWAY = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
</body>
</html>
`;

export const MAINTENANCE = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Scheduled maintenance</title></head>
<body><h1>We will be back soon</h1><p>The seller services are under maintenance.</p></body>
</html>
`;

export const CHALLENGE = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Attention Required!</title></head>
<body>
<h1>Sorry, you have been blocked</h1>
<noscript>Please enable JavaScript and cookies to continue.</noscript>
<script>window._challenge = { ray: "8f3a6c1d2b4e5f70" };</script>
</body>
</html>
`;

export const WRONG_STOREFRONT = 'Gateway: Seller Auth failed.';

/** XML with unused namespaces, regardless of the requested format. */
export const ACCESS_DENIED = `<?xml version="1.0" encoding="utf-8"?>
<Errors xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Error>
    <Code>AccessDenied</Code>
    <Message>The specified seller id is invalid or you have not yet got the authorization from this seller.</Message>
  </Error>
</Errors>
`;
