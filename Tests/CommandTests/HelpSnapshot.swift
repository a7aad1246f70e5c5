extension HelpTests {
  /// What `sluice help get` prints: change it with the table of options.
  static let snapshot = """
    Usage: sluice get [OPTIONS] URL...

    Downloads each URL into a file. What an earlier run left unfinished, as NAME.sluice,
    is gone on with where the origin still has the same file.

    What and where:
      -o, --output FILE             name for a single download; - streams it to standard
                                    output, in order
      -d, --dir DIR                 folder to put files in, made if missing
      -i, --input FILE              read URLs from FILE, or from standard input with -, one a
                                    line
          --checksum ALG=HEX        what the file must hash to: sha-256, sha-512, sha-1 or md5
          --sync                    wait until the file is on the disk before it counts as
                                    done

    The request:
      -H, --header 'N: V'           send this header field too, to the URL's own origin alone;
                                    repeatable
      -u, --user USER[:PASSWORD]    log in; without a password, it is read from
                                    SLUICE_PASSWORD or asked for
          --cacert FILE             trust these certificates (PEM) instead of the system's
          --insecure                accept any certificate: anyone between may read and change
                                    the file
          --allow-downgrade         follow a redirect from https to http
          --user-agent TEXT         what to call ourselves (default: sluice)
          --http-version 1.1|2      speak this version of HTTP only
          --url-command CMD         when the link has expired, run CMD by the shell, with
                                    SLUICE_URL set; it prints a new URL

    How fast and how long:
      -j, --jobs N                  downloads at once (default 8)
      -x, --connections N           connections per download, at most (default 8)
          --connections-per-host N  connections to one host, at most (default 8)
          --retries N               tries in a row that gain nothing before giving up (default
                                    8, 0 none)
          --connect-timeout S       seconds to wait for a connection (default 15, 0 no limit)
          --stall-timeout S         seconds without a byte before trying again (default 60, 0
                                    no limit)
          --max-time S              seconds for each download, waiting included (default: no
                                    limit)

    When something is there already:
          --overwrite               replace a file that has the name (default: refuse)
          --rename                  take a free name beside it
          --skip-existing           leave the file, and count that as done
          --restart                 drop a partial file instead of going on with it

    What it says:
          --progress MODE           auto, bar, plain or none (default auto: bar at a terminal)
          --json                    one event a line on standard output, as JSON
      -q, --quiet                   say nothing but errors
      -v, --verbose                 say more: redirects, retries, what is resumed

    Exit status: 0 all done, 1 something failed, 2 the command line is wrong,
    130 stopped by Ctrl-C, 143 by SIGTERM. What came is kept, and the same command goes on.

    """
}
