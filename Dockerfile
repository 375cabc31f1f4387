# Not tried: nothing that runs containers was at hand.
#
#   docker build -t plyground .
#   docker run --rm -p 7777:7777 plyground                                      # serves the board
#   docker run --rm -v "$PWD:/work" plyground check comp3608 ConnectFour.py     # checks a program of this folder
#
# It runs as a user without rights. Boxes need user namespaces, which containers seldom allow: 'plyground doctor' says what works
# inside, and 'plyground help security' what each level keeps apart.
FROM rust:1-trixie AS build
WORKDIR /plyground
COPY . .
RUN cargo build --release --locked

FROM debian:trixie-slim
RUN apt-get update && \
    apt-get install -y --no-install-recommends bubblewrap default-jdk-headless g++ gcc libc6-dev python3 tzdata && \
    rm -rf /var/lib/apt/lists/*
COPY --from=build /plyground/target/release/plyground /plyground/target/release/ConnectFour \
    /plyground/target/release/maxconnect4 /plyground/target/release/breakthrough /usr/local/bin/
RUN useradd --create-home plyground
USER plyground
WORKDIR /work
EXPOSE 7777
ENTRYPOINT ["plyground"]
CMD ["serve", "--host", "0.0.0.0"]
