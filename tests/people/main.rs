//! What people type and see: commands, sentences, pages of a server, pictures, games.

mod bad_input;
mod combinations;
mod commands;
mod draw;
mod estimates;
mod house;
mod json;
mod learn;
mod library;
mod monitor;
mod play;
mod reading;
mod roles;
mod said;
mod serve;
mod serve_clients;
mod serve_games;
mod serve_refusals;
mod shell;
mod streams;
mod tables;
